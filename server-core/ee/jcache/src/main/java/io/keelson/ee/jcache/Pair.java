package io.keelson.ee.jcache;

import javax.cache.Cache;

/** An entry as it is given to applications and their writers. Immutable. */
record Pair<K, V>(K key, V value) implements Cache.Entry<K, V> {
    @Override
    public K getKey() {
        return key;
    }

    @Override
    public V getValue() {
        return value;
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        if (type.isInstance(this)) {
            return type.cast(this);
        }
        throw new IllegalArgumentException("an entry of a cache is no " + type.getName());
    }
}
