// Colors that the caller gives to bodies, of every shape, also after a change of theme.
import { WorldView } from 'holonom/three';
import { Color, type InstancedMesh } from 'three';
import { expect, test } from 'vitest';
import { usePage } from './canvas';
import { ball, crate, makeWorld } from './fixture';

usePage();

test('a view asks for the color of each body', () => {
  const world = makeWorld();
  for (const name of ['mine', 'yours']) {
    world.addBody({ ...ball, name });
    world.addBody({ ...crate, name });
  }
  const view = new WorldView(world, {
    color: ({ name }) => (name === 'mine' ? 'rgb(200, 0, 0)' : undefined),
  });
  const colors = () =>
    view.children
      .filter(
        (it): it is InstancedMesh => 'isInstancedMesh' in it && (it as InstancedMesh).count === 2,
      )
      .map((mesh) => {
        const color = new Color();
        mesh.getColorAt(0, color);
        const other = new Color();
        mesh.getColorAt(1, other);
        return [color.getHexString(), other.getHexString() === color.getHexString()];
      });
  for (const theme of ['light', 'dark'] as const) {
    view.theme = theme;
    const found = colors();
    expect(found).toHaveLength(2);
    for (const each of found) expect(each).toEqual(['c80000', false]);
  }
  view.dispose();
});
