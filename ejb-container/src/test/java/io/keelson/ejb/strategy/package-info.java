/** One row behind entity beans with each concurrency strategy, for the tests. */
package io.keelson.ejb.strategy;
