#include "internal.h"

#include <pthread.h>
#include <sys/resource.h>
#include <time.h>

#include "platform_threads.h"

struct bgp_thread {
  pthread_t thread;
};

struct work {
  void (*body)(void *);
  void *context;
};

static void *run(void *context) {
  struct work work = *(struct work *)context;
  free(context);
  work.body(work.context);
  return NULL;
}

bgp_thread *bgp_thread_start(void (*body)(void *), void *context) {
  bgp_thread *thread = malloc(sizeof *thread);
  struct work *work = malloc(sizeof *work);
  if (thread && work) {
    *work = (struct work){body, context};
    if (pthread_create(&thread->thread, NULL, run, work) == 0) return thread;
  }
  free(work);
  free(thread);
  return NULL;
}

void bgp_thread_join(bgp_thread *thread) {
  pthread_join(thread->thread, NULL);
  free(thread);
}

void bgp_thread_detach(bgp_thread *thread) {
  pthread_detach(thread->thread);
  free(thread);
}

void bgp_thread_lower_priority(void) {
#ifdef __APPLE__
  pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0);
#else
  // Linux sets priorities per thread, and 0 is the calling one.
  setpriority(PRIO_PROCESS, 0, 10);
#endif
}

struct bgp_lock {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
};

bgp_lock *bgp_lock_create(void) {
  bgp_lock *lock = malloc(sizeof *lock);
  // As Swift does if there is no memory for an object.
  if (!lock) abort();
  pthread_mutex_init(&lock->mutex, NULL);
#ifdef __APPLE__
  pthread_cond_init(&lock->condition, NULL);
#else
  // A wait ends on time even if the wall clock is changed.
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&lock->condition, &attributes);
  pthread_condattr_destroy(&attributes);
#endif
  return lock;
}

void bgp_lock_destroy(bgp_lock *lock) {
  pthread_cond_destroy(&lock->condition);
  pthread_mutex_destroy(&lock->mutex);
  free(lock);
}

void bgp_lock_take(bgp_lock *lock) { pthread_mutex_lock(&lock->mutex); }
void bgp_lock_release(bgp_lock *lock) { pthread_mutex_unlock(&lock->mutex); }
void bgp_lock_wait(bgp_lock *lock) { pthread_cond_wait(&lock->condition, &lock->mutex); }

bool bgp_lock_wait_at_most(bgp_lock *lock, int milliseconds) {
  struct timespec time = {.tv_sec = milliseconds / 1000, .tv_nsec = (long)(milliseconds % 1000) * 1000000};
#ifdef __APPLE__
  return pthread_cond_timedwait_relative_np(&lock->condition, &lock->mutex, &time) == 0;
#else
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  time.tv_sec += now.tv_sec + (time.tv_nsec + now.tv_nsec) / 1000000000;
  time.tv_nsec = (time.tv_nsec + now.tv_nsec) % 1000000000;
  return pthread_cond_timedwait(&lock->condition, &lock->mutex, &time) == 0;
#endif
}

void bgp_lock_signal(bgp_lock *lock) { pthread_cond_broadcast(&lock->condition); }
