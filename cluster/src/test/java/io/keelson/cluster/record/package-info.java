@org.jspecify.annotations.NullMarked
package io.keelson.cluster.record;
