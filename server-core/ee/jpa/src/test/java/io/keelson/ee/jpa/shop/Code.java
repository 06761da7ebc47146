package io.keelson.ee.jpa.shop;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.io.Serializable;

/** A value with a getter that has no field, as values of a domain model often have. */
@Embeddable
public class Code implements Serializable {
    private static final long serialVersionUID = 1;

    @Column(name = "code_text")
    private String text;

    public Code() {}

    public Code(String text) {
        this.text = text;
    }

    public String getIdString() {
        return text;
    }
}
