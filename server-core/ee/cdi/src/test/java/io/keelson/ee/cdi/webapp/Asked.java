package io.keelson.ee.cdi.webapp;

import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;

/** Counts for a request. */
@RequestScoped
public class Asked {
    @Inject
    private HttpServletRequest request;

    @Inject
    private Ended ended;

    private int count;

    public String add() {
        return request.getServletPath() + ++count;
    }

    @PreDestroy
    void end() {
        ended.count();
    }
}
