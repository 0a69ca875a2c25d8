/** Made by build/mantine-styles.ts. */
declare module 'virtual:mantine-styles.css';
