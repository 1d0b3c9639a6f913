import type { NextConfig } from "next";

// Next asks for this only after it has read its configuration, so nothing is ever reported.
process.env.NEXT_TELEMETRY_DISABLED = "1";

/** The headers that are the same for every response; the policies that differ live in `proxy.ts`. */
const everywhere = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "no-referrer" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=(), payment=(), usb=()" },
];

const BROTLI = [{ type: "header" as const, key: "accept-encoding", value: ".*\\bbr\\b.*" }];

/** Where the build has been compressed already (`scripts/start/compress.mjs`), browsers that can read that get it. */
const compressed = (["js", "css"] as const).map((kind) => ({
  source: `/_next/static/:path*.${kind}`,
  has: BROTLI,
  destination: `/_next/static/:path*.${kind}.br`,
  headers: [
    { key: "Content-Encoding", value: "br" },
    { key: "Content-Type", value: `${kind === "js" ? "application/javascript" : "text/css"}; charset=UTF-8` },
  ],
}));
const isCompressed = process.env.COUNTERSIGN_COMPRESSED === "yes";

const config: NextConfig = {
  poweredByHeader: false,
  devIndicators: false,
  agentRules: false,
  images: { unoptimized: true },
  // `npm run check` checks the types, once; starting the app does not wait for them.
  typescript: { ignoreBuildErrors: true },
  // Title and icon come with the first bytes of a page, to everybody, not only to those that cannot wait.
  htmlLimitedBots: /./,
  // A native library: it is loaded from its package when an export asks for it, and is no part of the build.
  serverExternalPackages: ["@duckdb/node-api"],
  experimental: {
    // Nothing reads source maps.
    turbopackSourceMaps: false,
    // Writing it takes a sixth of a build. After a first one there may be no other (decision 89).
    turbopackFileSystemCacheForBuild: process.env.COUNTERSIGN_REBUILT === "yes",
  },
  turbopack: { root: import.meta.dirname },
  headers: async () => [
    { source: "/:path*", headers: everywhere },
    { source: "/_next/static/:path*", headers: [{ key: "Vary", value: "Accept-Encoding" }] },
    ...(isCompressed ? compressed.map(({ source, has, headers }) => ({ source, has, headers })) : []),
  ],
  rewrites: async () => ({
    beforeFiles: isCompressed
      ? compressed.map(({ source, has, destination }) => ({ source, has, destination }))
      : [],
  }),
};

export default config;
