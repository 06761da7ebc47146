/** A web application with cached entities, collections, natural identifiers and results of queries, which tests deploy on two servers. */
package io.keelson.ee.jpa.offers;
