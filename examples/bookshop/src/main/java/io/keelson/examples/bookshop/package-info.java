/** A bookshop with a database: a servlet in front of CDI beans, entities and validation. */
package io.keelson.examples.bookshop;
