package io.keelson.ejb.shop;

import java.io.Serializable;
import java.util.Objects;

/** A key of two fields. */
public class ProfileKey implements Serializable {
    private static final long serialVersionUID = 1L;

    public String site;
    public int number;

    public ProfileKey() {}

    public ProfileKey(String site, int number) {
        this.site = site;
        this.number = number;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ProfileKey key && key.site.equals(site) && key.number == number;
    }

    @Override
    public int hashCode() {
        return Objects.hash(site, number);
    }

    @Override
    public String toString() {
        return site + "/" + number;
    }
}
