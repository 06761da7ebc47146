/** A web module whose message-driven bean and eager singleton use CDI. */
@org.jspecify.annotations.NullUnmarked
package io.keelson.ejb.letter;
