// Imported first by every command: an old Node gets one clear line instead of a syntax error.
const needed = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  console.error(
    `Holonom needs Node ${needed.join('.')} or newer; this is ${process.versions.node}. Get it from nodejs.org.`,
  );
  process.exit(1);
}
