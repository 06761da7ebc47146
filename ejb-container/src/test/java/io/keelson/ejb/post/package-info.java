/** A web module with message-driven beans. */
package io.keelson.ejb.post;
