// Loaded before routes that parse markdown (node --import): react-markdown imports names that React's server
// build lacks, though it never uses them there. Bundlers tolerate that, Node does not, so it gets the full
// build.
import { register } from "node:module";

const hook = `
  const whole = ${JSON.stringify(import.meta.resolve("../../node_modules/react/index.js"))};
  export function resolve(name, context, next) {
    const asks = name === "react" && context.parentURL?.includes("/node_modules/react-markdown/");
    return asks ? { url: whole, format: "commonjs", shortCircuit: true } : next(name, context);
  }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
