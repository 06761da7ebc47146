package io.keelson.ee.jpa.offers;

import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.Set;
import java.util.TreeSet;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;
import org.hibernate.annotations.NaturalId;
import org.hibernate.annotations.NaturalIdCache;

/** An entity with everything that is cached. */
@Entity
@NaturalIdCache
public class Offer {
    @Id
    private Long id;

    @NaturalId(mutable = true)
    private String code;

    private String name;

    @ElementCollection
    @Cache(usage = CacheConcurrencyStrategy.READ_WRITE)
    private Set<String> tags = new TreeSet<>();

    protected Offer() {}

    public Offer(Long id, String name) {
        this.id = id;
        this.code = "code-" + id;
        this.name = name;
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

    public void setCode(String next) {
        code = next;
    }

    public Set<String> getTags() {
        return tags;
    }
}
