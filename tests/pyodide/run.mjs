// Run each Python file that is named, in one Pyodide with the wheels in the directory `wheels`, and print one JSON line each.
import fs from "node:fs";
import { loadPyodide } from "pyodide";

const python = await loadPyodide({ stderr: () => {} });
const site = python.runPython("import site; site.getsitepackages()[0]");
for (const name of fs.readdirSync("wheels")) {
  python.unpackArchive(new Uint8Array(fs.readFileSync(`wheels/${name}`)), "whl", { extractDir: site });
}
python.runPython("import importlib; importlib.invalidate_caches()");
// referencing, which jsonschema needs, imports rpds-py: the index of Pyodide has it, PyPI only an equivalent.
python.runPython("import sys, pyrsistent_as_rpds.pure; sys.modules['rpds'] = pyrsistent_as_rpds.pure");
console.log(JSON.stringify({ version: python.runPython("import platform; platform.python_version()") }));
for (const file of process.argv.slice(2)) {
  const printed = [];
  let error = "";
  python.setStdout({ batched: (line) => printed.push(line) });
  try {
    // The event loop of Pyodide is always running, so `asyncio.run` is not available without stack switching.
    const text = fs.readFileSync(file, "utf8").replace(/^asyncio\.run\((.*)\)$/m, "await $1");
    await python.runPythonAsync(text, { globals: python.toPy({ __name__: "__main__" }), filename: file });
  } catch (raised) {
    error = String(raised);
  }
  console.log(JSON.stringify({ file, printed, error }));
}
