/** `1.2.3.4:5678` → `1.2.3.4`, `[::1]:80` → `::1`: some proxies tell the port of whom they speak for, which is another with each connection. */
export function withoutPort(hop: string): string {
  return /^(?:\[([\da-f:.]+)\]|(\d[\d.]*))(?::\d+)?$/i.exec(hop)?.slice(1).join('') ?? hop;
}
