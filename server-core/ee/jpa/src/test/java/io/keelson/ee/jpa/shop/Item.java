package io.keelson.ee.jpa.shop;

import jakarta.persistence.Basic;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Convert;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.util.ArrayList;
import java.util.List;

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

    @ElementCollection
    private List<String> tags = new ArrayList<>();

    protected Item() {}

    public Item(String name) {
        this.name = name;
        this.label = name;
        this.text = "about " + name;
        this.tags.add("new");
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

    public List<String> getTags() {
        return tags;
    }

    public String getStamp() {
        return stamp;
    }

    void stamp(String next) {
        stamp = next;
    }
}
