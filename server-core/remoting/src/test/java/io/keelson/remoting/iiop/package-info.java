/** Tests of what a broker is given. */
@NullMarked
package io.keelson.remoting.iiop;

import org.jspecify.annotations.NullMarked;
