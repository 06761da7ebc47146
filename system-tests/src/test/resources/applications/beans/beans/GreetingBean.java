package beans;

import jakarta.annotation.Resource;
import jakarta.annotation.security.DeclareRoles;
import jakarta.annotation.security.PermitAll;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.AsyncResult;
import jakarta.ejb.Asynchronous;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import java.util.List;
import java.util.concurrent.Future;

/** Greets, and fails. */
@Stateless
@DeclareRoles("clerks")
@PermitAll
public class GreetingBean implements Greeting {
    @Resource
    private SessionContext context;

    @Override
    public String where() {
        return ProcessHandle.current().pid() + " " + context.getCallerPrincipal().getName();
    }

    @Override
    public List<Item> all(List<Item> items) {
        return items;
    }

    @Override
    @RolesAllowed("clerks")
    public String secret() {
        return "the secret, for " + context.getCallerPrincipal().getName();
    }

    @Override
    public void fail(String how) throws NotToday {
        if (how.equals("declared")) {
            throw new NotToday("come back tomorrow");
        }
        throw new IllegalStateException(how);
    }

    @Override
    @Asynchronous
    public Future<String> later(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new AsyncResult<>("later, at " + ProcessHandle.current().pid());
    }

    @Override
    public Tally tally() {
        return (Tally) context.lookup("java:module/TallyBean!beans.Tally");
    }

    @Override
    public int addTo(Tally tally, int count) {
        return tally.add(count);
    }
}
