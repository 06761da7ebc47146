package till;

import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Singleton;

@Singleton
public class CounterBean implements Counter {
    @Resource
    private SessionContext context;

    private int value;

    @Override
    public int add(int amount) {
        value += amount;
        return value;
    }

    @Override
    public String caller() {
        return context.getCallerPrincipal().getName();
    }
}
