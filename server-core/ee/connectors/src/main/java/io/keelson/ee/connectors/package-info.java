/**
 * Resource adapters (Jakarta Connectors 2.1), the part {@code connectors}: their life, connection factories and
 * administered objects, and messages. docs/design/connectors.md explains.
 */
@NullMarked
package io.keelson.ee.connectors;

import org.jspecify.annotations.NullMarked;
