/** An application with executors. */
package io.keelson.ee.concurrency.office;
