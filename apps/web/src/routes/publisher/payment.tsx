export { Payment as default } from '../../features/payment/payment.tsx';
