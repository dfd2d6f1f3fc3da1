import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Ranges of ipaddr.js that are no private, reserved or transition range, by name. */
const PUBLIC = new Set(['unicast']);

/**
 * More that must not be reached: documentation, benchmarking, transition prefixes that ipaddr.js (some versions) calls
 * unicast, and the address at which Azure's platform answers its virtual machines. The chart's NetworkPolicy of the
 * fetcher has the same ranges.
 */
const REFUSED = [
  '168.63.129.16/32',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '192.88.99.0/24',
  '240.0.0.0/4',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  '2002::/16',
  '5f00::/16',
  'fec0::/10',
].map((cidr) => ipaddr.parseCIDR(cidr));

/**
 * True for an address of the public internet. Private, loopback, link-local, multicast, carrier-grade NAT, unspecified,
 * documentation and reserved ranges are refused, and so is every IPv6 form that carries an IPv4 address (mapped,
 * compatible, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  // ipaddr.js also reads `1.2.3` and other old spellings: no socket reports an address like that.
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (!PUBLIC.has(address.range())) return false;
  return (
    !REFUSED.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits)) &&
    !isIpv4Compatible(address)
  );
}

/** True for an address of one of the networks (CIDR); a mapped address counts as the IPv4 one that it carries. */
export function isWithin(text: string, nets: readonly string[]): boolean {
  if (isIP(text) === 0 || !ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return nets.some((net) => {
    const [network, bits] = ipaddr.parseCIDR(net);
    return network.kind() === address.kind() && address.match(network, bits);
  });
}

/** `::a.b.c.d`, RFC 4291 section 2.5.5.1 (deprecated, yet some stacks still route it). */
function isIpv4Compatible(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  return address.kind() === 'ipv6' && (address as ipaddr.IPv6).parts.slice(0, 6).every((part) => part === 0);
}
