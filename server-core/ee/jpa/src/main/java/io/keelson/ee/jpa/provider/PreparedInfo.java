package io.keelson.ee.jpa.provider;

import io.keelson.ee.jpa.unit.UnitInfo;

/** Makes the information of a unit once its provider is known. */
@FunctionalInterface
public interface PreparedInfo {
    /**
     * Makes it.
     *
     * @param provider the provider's class
     */
    UnitInfo of(String provider);
}
