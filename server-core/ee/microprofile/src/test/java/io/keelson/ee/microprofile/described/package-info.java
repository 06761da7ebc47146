/** An application with a description. */
package io.keelson.ee.microprofile.described;
