package desk;

import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;

/** Tells the caller's name. */
@Stateless
public class WhoBean implements Who {
    @Resource
    private SessionContext context;

    @Override
    public String calls() {
        return context.getCallerPrincipal().getName();
    }
}
