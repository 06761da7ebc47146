/** An enterprise application whose modules use names that its own descriptor declares. */
package io.keelson.ejb.names;
