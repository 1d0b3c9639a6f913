import { BlockList, isIP, isIPv4 } from "node:net";

const inward = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // carrier-grade translation
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link-local, where clouds keep their metadata
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.31.196.0", 24], // AS112
  ["192.52.193.0", 24], // multicast tunnelling
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, broadcast
] as const) {
  inward.addSubnet(network, bits, "ipv4");
}
// The public part of IPv6: global unicast, without ranges that wrap an IPv4 address or are reserved.
const outward = new BlockList();
outward.addSubnet("2000::", 3, "ipv6");
const setAside = new BlockList();
for (const [network, bits] of [
  ["2001::", 23], // protocol assignments, Teredo among them
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4
  ["2620:4f:8000::", 48], // AS112
  ["3fff::", 20], // documentation
] as const) {
  setAside.addSubnet(network, bits, "ipv6");
}

/**
 * True if an IP address leads into a private network, to this machine, or nowhere on the public internet.
 * Addresses that wrap an IPv4 address (mapped, translated, tunnelled) are refused whatever they wrap.
 */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  if (isIP(bare) === 0) return true;
  if (isIPv4(bare)) return inward.check(bare, "ipv4");
  return !outward.check(bare, "ipv6") || setAside.check(bare, "ipv6");
}
