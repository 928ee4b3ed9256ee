import { meshScene } from './parts/mesh-scene.js';

export default meshScene('bunny', {
  title: 'Bunny',
  description:
    'The Stanford bunny, scanned from clay, as a limp skin of cloth or as a net of springs. Drop it, or hang it by its ears.',
  group: 'cloth',
  tags: ['cloth', 'springs', 'mesh'],
  order: 6,
});
