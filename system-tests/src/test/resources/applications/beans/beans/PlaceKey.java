package beans;

import java.io.Serializable;
import java.util.Objects;

/** A primary key of two fields. */
public class PlaceKey implements Serializable {
    private static final long serialVersionUID = 1L;

    public String street;
    public int number;

    public PlaceKey() {}

    public PlaceKey(String street, int number) {
        this.street = street;
        this.number = number;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PlaceKey key && key.street.equals(street) && key.number == number;
    }

    @Override
    public int hashCode() {
        return Objects.hash(street, number);
    }

    @Override
    public String toString() {
        return street + " " + number;
    }
}
