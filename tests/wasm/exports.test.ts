// What a door gives while it runs is what its types say to users: nothing that is marked as internal.
import * as main from 'holonom';
import * as character from 'holonom/character';
import * as gltf from 'holonom/gltf';
import * as inline from 'holonom/inline';
import * as react from 'holonom/react';
import * as tetrahedra from 'holonom/tetrahedra';
import * as three from 'holonom/three';
import { expect, test } from 'vitest';
import { type Door, doors, typedExports } from './public-types';

const given: Readonly<Record<Door, object>> = {
  'wasm/src/index.ts': main,
  'wasm/src/inline.ts': inline,
  'wasm/src/character/index.ts': character,
  'wasm/src/gltf/index.ts': gltf,
  'wasm/src/tetrahedra/index.ts': tetrahedra,
  'web/three/index.ts': three,
  'web/react/index.ts': react,
};

test.each(doors)('%s exports what its types say', (name) => {
  expect(Object.keys(given[name]).sort()).toEqual(typedExports(name).sort());
});
