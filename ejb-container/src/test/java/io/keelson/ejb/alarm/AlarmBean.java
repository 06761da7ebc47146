package io.keelson.ejb.alarm;

import jakarta.ejb.EntityBean;
import jakarta.ejb.EntityContext;
import jakarta.ejb.FinderException;
import jakarta.ejb.NoSuchEntityException;
import jakarta.ejb.ObjectNotFoundException;
import jakarta.ejb.TimedObject;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerHandle;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;

/** An entity bean with timers. Its rows are a set in memory. */
public class AlarmBean implements EntityBean, TimedObject {
    private static final long serialVersionUID = 1L;

    private transient EntityContext context;
    private transient AlarmKey loaded;

    public AlarmKey ejbCreate(String name) {
        try {
            context.getTimerService().createTimer(1, name);
            AlarmRows.CREATED.add("allowed");
        } catch (IllegalStateException e) {
            AlarmRows.CREATED.add("refused");
        }
        AlarmKey key = new AlarmKey(name, name);
        AlarmRows.ROWS.add(key);
        return key;
    }

    public void ejbPostCreate(String name) {
        context.getTimerService().createTimer(3_600_000, "made");
    }

    public AlarmKey ejbFindByPrimaryKey(AlarmKey key) throws FinderException {
        if (!AlarmRows.ROWS.contains(key)) {
            throw new ObjectNotFoundException(key.name());
        }
        return key;
    }

    public String ejbHomeWithoutIdentity() {
        try {
            return "timers: " + context.getTimerService().getTimers().size();
        } catch (IllegalStateException e) {
            return "refused";
        }
    }

    @Override
    public void ejbTimeout(Timer timer) {
        AlarmKey key = (AlarmKey) context.getPrimaryKey();
        AlarmRows.RUNG.add(key.name() + ":" + loaded.name() + ":" + timer.getInfo());
    }

    public void set(long millis, String info) {
        context.getTimerService().createTimer(millis, info);
    }

    public String infos() {
        return String.join(
                " ",
                context.getTimerService().getTimers().stream()
                        .map(each -> String.valueOf(each.getInfo()))
                        .sorted()
                        .toList());
    }

    public int all() {
        return context.getTimerService().getAllTimers().size();
    }

    public int handles() {
        int same = 0;
        for (Timer each : context.getTimerService().getTimers()) {
            same += written(each.getHandle()).getTimer().equals(each) ? 1 : 0;
        }
        return same;
    }

    /** Takes a handle through a stream of the application's own. */
    private static TimerHandle written(TimerHandle handle) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(handle);
            }
            return (TimerHandle) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void setEntityContext(EntityContext given) {
        context = given;
    }

    @Override
    public void unsetEntityContext() {}

    @Override
    public void ejbRemove() {
        AlarmRows.ROWS.remove(context.getPrimaryKey());
    }

    @Override
    public void ejbActivate() {
        context.getTimerService();
    }

    @Override
    public void ejbPassivate() {
        loaded = null;
    }

    @Override
    public void ejbLoad() {
        AlarmKey key = (AlarmKey) context.getPrimaryKey();
        if (!AlarmRows.ROWS.contains(key)) {
            throw new NoSuchEntityException(key.name());
        }
        loaded = key;
    }

    @Override
    public void ejbStore() {}
}
