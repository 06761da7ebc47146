/** Messages of the room to operators. */
@org.jspecify.annotations.NullMarked
package io.keelson.ejb.log;
