package io.keelson.ee.jpa.shop;

import jakarta.persistence.Basic;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Convert;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

/** Something for sale; its text is loaded when it is asked for, where the class is woven. */
@Entity
@Cacheable
@EntityListeners(Stamping.class)
public class Item {
    @Id
    @GeneratedValue
    private Long id;

    private String name;

    private String stamp;

    @Convert(converter = Shouting.class)
    private String label;

    @Basic(fetch = FetchType.LAZY)
    private String text;

    protected Item() {}

    public Item(String name) {
        this.name = name;
        this.label = name;
        this.text = "about " + name;
    }

    public Long getId() {
        return id;
    }

    public String getName() {
        return name;
    }

    public void setName(String next) {
        name = next;
    }

    public String getLabel() {
        return label;
    }

    public String getText() {
        return text;
    }

    public String getStamp() {
        return stamp;
    }

    void stamp(String next) {
        stamp = next;
    }
}
