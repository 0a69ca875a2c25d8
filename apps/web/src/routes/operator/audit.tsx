export { AuditLog as default } from '../../features/network/audit-log.tsx';
