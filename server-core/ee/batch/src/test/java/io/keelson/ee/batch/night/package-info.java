/** An application with jobs. */
package io.keelson.ee.batch.night;
