package io.keelson.ee.jpa.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

/** An entity with a value that is made when the class is initialised. */
@Entity
public class Place {
    public static final Place UNKNOWN = new Place(new Code("XXXXX"));

    @Id
    @GeneratedValue
    private Long id;

    private Code code;

    public Place() {}

    public Place(Code code) {
        this.code = code;
    }

    public Code code() {
        return code;
    }
}
