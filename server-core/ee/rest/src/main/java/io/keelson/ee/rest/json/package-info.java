/** Bodies in JSON: by JSON Binding for objects, by JSON Processing for its own types. The providers are thread-safe. */
@NullMarked
package io.keelson.ee.rest.json;

import org.jspecify.annotations.NullMarked;
