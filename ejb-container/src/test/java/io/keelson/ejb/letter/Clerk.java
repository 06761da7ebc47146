package io.keelson.ejb.letter;

import io.keelson.ejb.post.Post;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.inject.Inject;

/** A singleton that uses a bean of a request when the application starts. */
@Startup
@Singleton
public class Clerk {
    @Inject
    private Envelope envelope;

    @EJB
    private Post post;

    @PostConstruct
    void begin() {
        envelope.mark("begun");
        post.handled("Clerk " + envelope.text());
    }
}
