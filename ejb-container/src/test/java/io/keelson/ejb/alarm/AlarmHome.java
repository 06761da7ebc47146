package io.keelson.ejb.alarm;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.FinderException;

/** The home of alarms. */
public interface AlarmHome extends EJBLocalHome {
    /** Makes an alarm with a timer of one hour. */
    Alarm create(String name) throws CreateException;

    /** Finds an alarm. */
    Alarm findByPrimaryKey(AlarmKey name) throws FinderException;

    /** Returns what a timer service says to an instance without identity. */
    String withoutIdentity();
}
