/** Beans that Jakarta Security needs of the server: the caller, the constraints of web modules, and the realm as an identity store. */
@NullMarked
package io.keelson.ee.security.bean;

import org.jspecify.annotations.NullMarked;
