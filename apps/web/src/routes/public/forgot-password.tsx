import { ForgotForm } from '../../features/auth/forgot-form.tsx';

export default function ForgotPasswordScreen() {
  return <ForgotForm />;
}
