/** A bean whose calls are counted in bytes. Test data. */
@NullUnmarked
package io.keelson.ejb.spare;

import org.jspecify.annotations.NullUnmarked;
