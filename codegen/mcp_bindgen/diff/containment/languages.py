"""Find the shortest text that some regular patterns accept and others reject, or prove that none exists.

Each pattern becomes a nondeterministic automaton, which is run with sets of states. The search visits tuples of these
sets breadth first and builds only the tuples that it reaches. `MAX_STATES` bounds their number. (A library that builds
whole automata, such as greenery, needs 4.8 seconds for `[ab]*a[ab]{8}`, and twice as long for each character more.)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import TypeAlias

from mcp_bindgen.ingest.patterns import Alternation, Anchor, Characters, Concatenation, Pattern, parse_pattern

MAX_STATES = 3_000
"""Greatest number of states to visit before a search is given up."""
MAX_NODES = 4_000
"""Greatest number of nodes of one automaton."""

States: TypeAlias = frozenset[int]
Ranges: TypeAlias = tuple[tuple[int, int], ...]
_SearchState: TypeAlias = "tuple[tuple[States, ...], int, str | None]"
"""The states of all automata; the length of the text, as far as it matters; and the text if a refused word begins with
it, else None.
"""

_LAST_CHARACTER = 0x10FFFF
_ANY_CHARACTER: Ranges = ((0, _LAST_CHARACTER),)
_SURROGATES = frozenset(map(chr, range(0xD800, 0xE000)))
_PREFERRED_CHARACTERS = "a0A-_ ./:b1!é"
"""Characters to prefer in a text that is shown to people."""


class TooManyStatesError(Exception):
    """Error for an automaton that would be too large, or for a search that would take too long."""


class Language:
    """The texts in which a pattern matches somewhere."""

    def __init__(self, pattern: str) -> None:
        """Build the automaton.

        Raises:
            PatternError: the pattern is not regular, or engines disagree on it.
            TooManyStatesError: the automaton would be too large.
        """
        self._edges: list[list[tuple[Ranges, int]]] = []
        self._empty: list[list[int]] = []
        """Nodes that can be reached from a node without a character, by the number of this node."""
        self._at_start: list[list[int]] = []
        """Nodes that can be reached from a node without a character at the start of the text, by the number of this
        node.
        """
        self._at_end: list[list[int]] = []
        before, self._after = self._new_node(), self._new_node()
        first, last = self._add_part(parse_pattern(pattern))
        for node in (before, self._after):
            self._edges[node].append((_ANY_CHARACTER, node))
        self._empty[before].append(first)
        self._empty[last].append(self._after)
        self.start = self._closure([before], self._empty, self._at_start)

    def next_states(self, states: States, character: int) -> States:
        """Return the states after one more character, given the states before this character."""
        found = [
            target
            for state in states
            for ranges, target in self._edges[state]
            if any(low <= character <= high for low, high in ranges)
        ]
        return self._closure(found, self._empty)

    def accepts(self, states: States, *, is_empty: bool) -> bool:
        """Return whether the pattern matches in a text, given the states at the end of the text.

        Args:
            states: the states after the last character.
            is_empty: True for the empty text, whose end is also the start.
        """
        at_start = [self._at_start] if is_empty else []
        return self._after in self._closure(states, self._empty, self._at_end, *at_start)

    def character_sets(self) -> Iterator[Ranges]:
        """Yield each set of characters in the pattern once. The set of all characters is one of them."""
        yield from {ranges for edges in self._edges for ranges, _ in edges}

    def _closure(self, states: Iterable[int], *ways: Sequence[Sequence[int]]) -> States:
        found, pending = set(states), list(states)
        while pending:
            state = pending.pop()
            for way in ways:
                for target in way[state]:
                    if target not in found:
                        found.add(target)
                        pending.append(target)
        return frozenset(found)

    def _new_node(self) -> int:
        if len(self._edges) >= MAX_NODES:
            raise TooManyStatesError
        self._edges.append([])
        for targets in (self._empty, self._at_start, self._at_end):
            targets.append([])
        return len(self._edges) - 1

    def _add_part(self, part: Pattern) -> tuple[int, int]:
        """Add the nodes of a part. Return the first and the last of these nodes.

        Raises:
            TooManyStatesError: the automaton would be too large.
        """
        first = self._new_node()
        match part:
            case Characters(ranges=ranges):
                last = self._new_node()
                self._edges[first].append((ranges, last))
            case Anchor(text=text):
                last = self._new_node()
                (self._at_start if text == "^" else self._at_end)[first].append(last)
            case Concatenation(parts=parts):
                last = first
                for each in parts:
                    last = self._append_part(last, each)
            case Alternation(arms=arms):
                last = self._new_node()
                for each in arms:
                    self._empty[self._append_part(first, each)].append(last)
            case _:
                last = first
                for _ in range(part.low):
                    last = self._append_part(last, part.part)
                if part.high is None:
                    again = self._new_node()
                    self._empty[last].append(again)
                    self._empty[self._append_part(again, part.part)].append(again)
                    last = again
                else:
                    last = self._add_optional(last, part.part, part.high - part.low)
        return first, last

    def _add_optional(self, last: int, part: Pattern, times: int) -> int:
        """Add nodes for up to `times` repetitions of a part after the node `last`. Return the last added node.

        Raises:
            TooManyStatesError: the automaton would be too large.
        """
        end = self._new_node()
        for _ in range(times):
            self._empty[last].append(end)
            last = self._append_part(last, part)
        self._empty[last].append(end)
        return end

    def _append_part(self, node: int, part: Pattern) -> int:
        """Add the nodes of a part after a node. Return the last added node.

        Raises:
            TooManyStatesError: the automaton would be too large.
        """
        first, last = self._add_part(part)
        self._empty[node].append(first)
        return last


@lru_cache(maxsize=512)
def language_of(pattern: str) -> Language:
    """Return the language of a pattern, from a cache.

    Raises:
        PatternError: the pattern is not regular, or engines disagree on it.
        TooManyStatesError: the automaton would be too large.
    """
    return Language(pattern)


def shortest_text(
    patterns: Sequence[str],
    accept: Callable[[Sequence[bool], int], bool],
    *,
    lengths: int,
    high: int | None = None,
    words: Iterable[str] = (),
) -> str | None:
    """Return the shortest text that a function accepts, or None if it accepts no text.

    Args:
        patterns: the patterns.
        accept: returns whether a text is accepted. Its arguments are, for each pattern, whether the pattern matches in
            the text, and the length of the text.
        lengths: length from which on `accept` does not depend on the length.
        high: greatest length of a text, in characters; None without a limit.
        words: texts to refuse, even if `accept` accepts them.

    Raises:
        PatternError: a pattern is not regular, or engines disagree on it.
        TooManyStatesError: an automaton would be too large, or the search would take too long.
    """
    languages = [language_of(pattern) for pattern in patterns]
    refused = frozenset(words)
    prefixes = {word[:end] for word in refused for end in range(len(word) + 1)}
    characters = _representative_characters(languages, refused)
    start: _SearchState = tuple(each.start for each in languages), 0, "" if refused else None
    seen: set[_SearchState] = {start}
    pending: deque[tuple[_SearchState, str]] = deque([(start, "")])
    while pending:
        (states, length, prefix), text = pending.popleft()
        matched = [each.accepts(state, is_empty=not text) for each, state in zip(languages, states, strict=True)]
        if accept(matched, len(text)) and text not in refused:
            return text
        if high is not None and len(text) >= high:
            continue
        for character in characters:
            following = tuple(each.next_states(state, character) for each, state in zip(languages, states, strict=True))
            longer = text + chr(character)
            place = (
                following,
                min(length + 1, max(lengths, 1)),
                longer if prefix is not None and longer in prefixes else None,
            )
            if place not in seen:
                seen.add(place)
                pending.append((place, longer))
                if len(seen) > MAX_STATES:
                    raise TooManyStatesError
    return None


def _representative_characters(languages: Sequence[Language], words: Iterable[str]) -> list[int]:
    """Return the code points to try: those of the words, and one for each combination of character sets that a
    character can be in.
    """
    sets = sorted({ranges for each in languages for ranges in each.character_sets()})
    own = {ord(character) for word in words for character in word}
    edges = {0, *(edge for ranges in sets for low, high in ranges for edge in (low, high + 1))}
    beside = (edge + offset for edge in sorted(edges) for offset in range(len(own) + 1))  # one is in no word
    found, ways = dict.fromkeys(sorted(own)), set[tuple[bool, ...]]()
    for character in chain(map(ord, _PREFERRED_CHARACTERS), beside, (0xE000,)):
        way = tuple(any(low <= character <= high for low, high in ranges) for ranges in sets)
        if (
            way not in ways
            and character not in found
            and character <= _LAST_CHARACTER
            and chr(character) not in _SURROGATES
        ):
            ways.add(way)
            found[character] = None
    return list(found)
