/** Why something did not work, where it was asked for; it stays until that is tried again or changed. */
export function Fault({ children }: { readonly children: string }) {
  return (
    <p className="breaks bad semibold" role="alert">
      {children}
    </p>
  );
}
