// Loaded before routes that read markdown (node --import): react-markdown asks React by name for what a server's React
// lacks and never uses there. Bundlers let that be, Node does not, so it is given the whole of it.
import { register } from "node:module";

const hook = `
  const whole = ${JSON.stringify(import.meta.resolve("../../node_modules/react/index.js"))};
  export function resolve(name, context, next) {
    const asks = name === "react" && context.parentURL?.includes("/node_modules/react-markdown/");
    return asks ? { url: whole, format: "commonjs", shortCircuit: true } : next(name, context);
  }`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
