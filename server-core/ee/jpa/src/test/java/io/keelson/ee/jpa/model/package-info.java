/** Entities of the tests. */
package io.keelson.ee.jpa.model;
