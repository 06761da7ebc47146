/**
 * Interfaces between remoting and rooms that it may not know: who may log in, what names lead to, which members have an object, and in
 * which context a call runs. Boot puts them together.
 */
@NullMarked
package io.keelson.remoting.spi;

import org.jspecify.annotations.NullMarked;
