export { AllWidgets as default } from '../../features/widgets/all-widgets.tsx';
