/**
 * Where remoting meets rooms that it may not know: who may log in, what names lead to, which members an object is found on,
 * and in which context a call runs. Boot puts them together.
 */
@NullMarked
package io.keelson.remoting.spi;

import org.jspecify.annotations.NullMarked;
