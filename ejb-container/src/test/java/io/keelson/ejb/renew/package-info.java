@org.jspecify.annotations.NullUnmarked
package io.keelson.ejb.renew;
